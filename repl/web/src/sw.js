// The service worker of a site with riffle: the site works without a network after the
// first visit, documents and workers may share memory, and a cell that computes can ask
// whether it was interrupted.

const ROOT = new URL('./', self.location.href)
const LISTING = new URL('files.json', ROOT)
const META = 'riffle-meta'
const PREFIX = 'riffle-files-'

addEventListener('install', event => {
	skipWaiting()
	event.waitUntil(begin().catch(() => {}))
})

addEventListener('activate', event => event.waitUntil(clients.claim()))

/** What files.json of the site says, which the build wrote. */
async function listed() {
	const answer = await fetch(LISTING, { cache: 'no-store' })
	if (!answer.ok) throw new Error(`files.json: ${answer.status}`)
	const list = await answer.json()
	// What cells import is small, and nobody knows which packages they will.
	const data = (list.later ?? []).filter(name => name.startsWith('kit/data/'))
	const [page, kit, later] = [list.page ?? [], list.kit ?? [], list.later ?? []]
	return { version: String(list.version), page, kit: [...kit, ...data], names: [...page, ...kit, ...later] }
}

/** The version whose files answer, and one that is ready to follow it. */
async function versions() {
	const answer = await (await caches.open(META)).match(new URL('versions', ROOT))
	return answer ? answer.json() : { now: 'unlisted', next: '' }
}

async function setVersions(v) {
	await (await caches.open(META)).put(new URL('versions', ROOT), new Response(JSON.stringify(v)))
	current = v.now
}

let current = '' // the version now, once it is known

async function cacheNow() {
	current ||= (await versions()).now
	return caches.open(PREFIX + current)
}

/** The address of a site's file. */
const address = name => new URL(name.split('/').map(encodeURIComponent).join('/'), ROOT)

/** The file that an address below ROOT means, whatever its query. */
function fileOf(url) {
	const path = url.pathname.slice(ROOT.pathname.length)
	try {
		return decodeURIComponent(path.endsWith('/') || path == '' ? `${path}index.html` : path)
	} catch {
		return ''
	}
}

let files = { version: '', names: new Set() } // of the version now, once they are known

/** Loads which files the site has. Beside them there may be others in its folder. */
async function names() {
	const cache = await cacheNow()
	const version = current
	if (files.version == version) return
	const answer = await cache.match(LISTING)
	const list = answer ? await answer.json() : (await cache.keys()).map(request => fileOf(new URL(request.url)))
	files = { version, names: new Set(list) }
}

/** Keeps the page, when the worker is installed for the first time or anew. */
async function begin() {
	const list = await listed()
	const v = await versions()
	if (v.now == list.version) return
	if (v.now == 'unlisted') {
		await keep(list, list.page)
		await setVersions({ now: list.version, next: '' })
	} else {
		await follow(list, v)
	}
}

/** Fetches files into a version's cache that aren't there, a few at a time. */
async function keep(list, wanted) {
	const cache = await caches.open(PREFIX + list.version)
	await cache.put(LISTING, new Response(JSON.stringify(list.names)))
	const left = [...wanted]
	const take = async () => {
		for (let file = left.shift(); file; file = left.shift()) {
			const url = address(file)
			if (await cache.match(url)) continue
			const answer = await fetch(url, { cache: 'no-cache' })
			if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
			await cache.put(url, answer)
		}
	}
	await Promise.all([take(), take(), take(), take()])
}

/** Makes a newer version ready. It answers from the next page on that is opened. */
async function follow(list, v) {
	await keep(list, [...list.page, ...list.kit])
	await setVersions({ ...v, next: list.version })
	await tell('updated')
}

async function tell(what) {
	for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage({ riffle: what })
}

/** Fetches what a session needs, or a newer version if there is one. */
async function keepAll() {
	const list = await listed()
	const v = await versions()
	if (v.now == list.version) {
		await keep(list, [...list.page, ...list.kit])
		await tell('kept')
	} else if (v.next != list.version) {
		await follow(list, v)
	}
}

addEventListener('message', event => {
	if (event.data?.riffle == 'keep') event.waitUntil(keepAll().catch(() => {}))
})

/** A page that is opened gets the newest version that is whole. */
async function turn() {
	const v = await versions()
	if (!v.next) return
	await setVersions({ now: v.next, next: '' })
	for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name != PREFIX + v.next) await caches.delete(name)
}

/** Kernels that were asked to interrupt their cell. */
const interrupts = new Set()

async function signal(request, id) {
	const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain', 'Cross-Origin-Resource-Policy': 'same-origin' }
	if (request.method == 'POST') {
		interrupts.add(id)
		return new Response('', { headers })
	}
	return new Response(interrupts.delete(id) ? '1' : '0', { headers })
}

addEventListener('fetch', event => {
	const { request } = event
	const url = new URL(request.url)
	if (url.origin != ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return
	const path = url.pathname.slice(ROOT.pathname.length)
	if (path == 'signal') return event.respondWith(signal(request, url.search))
	if (request.method != 'GET' || request.headers.has('range') || path == 'files.json' || path == 'sw.js') return
	const name = fileOf(url)
	const known = current != '' && files.version == current
	if (known && !ours(name) && request.mode != 'navigate') return
	event.respondWith(answer(event, name))
})

/** Notebooks, which whoever keeps the site may change at any time. */
const CHANGES = /^lab\/(files|api)\//

const ours = name => files.names.has(name) || CHANGES.test(name)

async function answer(event, name) {
	const { request } = event
	const opened = request.mode == 'navigate'
	await names()
	if (opened && request.destination == 'document' && ours(name)) {
		await turn()
		await names()
	}
	if (!ours(name)) return fetch(request)
	const cache = await cacheNow()
	const key = address(name)
	const kept = await cache.match(key)
	if (kept && !CHANGES.test(name)) return shared(kept, request)
	// What the browser has may be of another version.
	if (request.cache == 'only-if-cached') return fetch(request)
	let fresh
	try {
		fresh = await (request.mode == 'navigate' ? fetch(request) : fetch(request, { cache: 'no-cache' }))
	} catch (error) {
		if (kept) return shared(kept, request)
		if (opened) return away()
		throw error
	}
	if (fresh.status == 200 && fresh.type == 'basic' && !fresh.redirected) {
		const copy = fresh.clone()
		event.waitUntil(cache.put(key, copy).catch(() => {}))
	}
	return shared(fresh, request)
}

const ISOLATION = [
	['Cross-Origin-Opener-Policy', 'same-origin'],
	['Cross-Origin-Embedder-Policy', 'credentialless'],
	['Cross-Origin-Resource-Policy', 'cross-origin'],
]

/** Adds to documents and workers what lets them share memory. */
function shared(answer, request) {
	const mine = request.mode == 'navigate' || ['document', 'iframe', 'frame', 'worker', 'sharedworker'].includes(request.destination)
	if (!mine || answer.type == 'opaqueredirect' || answer.status == 0) return answer
	const headers = new Headers(answer.headers)
	for (const [name, value] of ISOLATION) if (!headers.has(name)) headers.set(name, value)
	return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

function away() {
	const text = 'There is no network, and this browser has no copy of this page yet. Open it once with a network; from then on it works without.'
	return new Response(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>No network</title><body style="font:18px/1.5 system-ui;max-width:36em;margin:3em auto;padding:0 1em;color-scheme:light dark"><h1>No network</h1><p>${text}</p>`, {
		status: 503,
		headers: { 'Content-Type': 'text/html; charset=utf-8' },
	})
}
