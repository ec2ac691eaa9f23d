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

let site = { version: '', asked: 0 } // what the site had, and when

/** Whether the site has a version still, as far as can be known. */
async function has(version) {
	try {
		if (Date.now() - site.asked > 10_000) await listed()
	} catch {
		return true
	}
	return site.version == version || version == FIRST.now
}

/** What files.json of the site says, which the build wrote. */
async function listed() {
	const answer = await fetch(LISTING, { cache: 'no-store' })
	if (!answer.ok) throw new Error(`files.json: ${answer.status}`)
	const list = await answer.json()
	// What cells import is small, and nobody knows which packages they will.
	const data = (list.later ?? []).filter(name => name.startsWith('kit/data/'))
	const [page, kit, later] = [list.page ?? [], list.kit ?? [], list.later ?? []]
	site = { version: String(list.version), asked: Date.now() }
	return { version: site.version, page, kit: [...kit, ...data], names: [...page, ...kit, ...later] }
}

// A page and its workers get files of one version until they are closed. A page that is
// opened gets the newest that is whole.

const FIRST = { now: 'unlisted', next: '', older: {} }

let known = null // the versions, once they were read

/**
 * The version that pages get which are opened; the one that is ready to follow it; and those
 * of pages and workers that were there before it, by their ids.
 */
async function versions() {
	if (known) return known
	const answer = await (await caches.open(META)).match(new URL('versions', ROOT))
	return (known ??= { ...FIRST, ...(answer ? await answer.json() : {}) })
}

let changing = Promise.resolve()

/** Changes the versions, one change after the other. */
function setVersions(change) {
	const changed = changing.then(async () => {
		const v = await versions()
		known = { ...v, ...(await change(v)) }
		names = null
		await (await caches.open(META)).put(new URL('versions', ROOT), new Response(JSON.stringify(known)))
	})
	changing = changed.catch(() => {})
	return changed
}

const everybody = () => clients.matchAll({ includeUncontrolled: true, type: 'all' })

/** Gives a page that is opened the newest version. */
async function turn(opened) {
	if (!(await versions()).next) return forget()
	await setVersions(async v => {
		if (!v.next) return {}
		const older = { ...v.older }
		for (const client of await everybody()) if (client.id != opened) older[client.id] ??= v.now
		return { now: v.next, next: '', older }
	})
}

/** Forgets pages that are closed, and versions that none has. */
async function forget() {
	if (Object.keys((await versions()).older).length == 0 && (await kept()).length < 2) return
	await setVersions(async v => {
		const open = new Set((await everybody()).map(client => client.id))
		return { older: Object.fromEntries(Object.entries(v.older).filter(([id]) => open.has(id))) }
	})
	const used = new Set([known.now, known.next, fetching, ...Object.values(known.older)].map(version => PREFIX + version))
	for (const name of await kept()) if (!used.has(name)) await caches.delete(name)
}

/** The version of whoever asks. A worker has that of its page. */
async function versionFor(event) {
	const { older, now } = await versions()
	const version = older[event.clientId]
	if (event.request.mode == 'navigate' || !version) return now
	const begun = event.resultingClientId
	if (begun) await setVersions(v => ({ older: { ...v.older, [begun]: version } }))
	return version
}

/** The caches of versions. */
const kept = async () => (await caches.keys()).filter(name => name.startsWith(PREFIX))

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

let names = null // of all versions' files, once they are known

/** Loads which files the site has. Beside them there may be others in its folder. */
async function loadNames() {
	const all = new Set()
	for (const version of await kept()) {
		const cache = await caches.open(version)
		const answer = await cache.match(LISTING)
		const list = answer ? await answer.json() : (await cache.keys()).map(request => fileOf(new URL(request.url)))
		for (const name of list) all.add(name)
	}
	return (names = all)
}

/** Keeps the page, when the worker is installed for the first time or anew. */
async function begin() {
	const list = await listed()
	const v = await versions()
	if (v.now == list.version) return
	if (v.now == 'unlisted') {
		await keep(list, list.page)
		await setVersions(() => ({ now: list.version, next: '' }))
	} else {
		await follow(list)
	}
}

let fetching = '' // the version that is made ready

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
			if (!answer.ok || !fits(file, answer)) throw new Error(`${file}: ${answer.status}`)
			await cache.put(url, answer)
		}
	}
	await Promise.all([take(), take(), take(), take()])
}

/** Reports whether an answer may be a file: a network that has not let its user in yet answers with a page. */
const fits = (name, answer) => name.endsWith('.html') || !/^text\/html/i.test(answer.headers.get('Content-Type') ?? '')

/** Makes a newer version ready. It answers from the next page on that is opened. */
async function follow(list) {
	fetching = list.version
	await keep(list, [...list.page, ...list.kit])
	await setVersions(() => ({ next: list.version }))
	await tell('updated')
}

async function tell(what) {
	for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage({ riffle: what })
}

/**
 * Fetches what a session needs, or a newer version if there is one. A page that asks when
 * that is ready already, since another has asked before, is told so.
 */
async function keepAll(asking) {
	await forget()
	const list = await listed()
	const v = await versions()
	if (v.now == list.version) {
		await keep(list, [...list.page, ...list.kit])
		await tell('kept')
	} else if (v.next != list.version) {
		await follow(list)
	} else {
		asking?.postMessage({ riffle: 'updated' })
	}
}

addEventListener('message', event => {
	if (event.data?.riffle == 'keep') event.waitUntil(keepAll(event.source).catch(() => {}))
})

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
	if (!['GET', 'HEAD'].includes(request.method) || request.headers.has('range') || path == 'files.json' || path == 'sw.js') return
	const name = fileOf(url)
	if (names && !ours(name, names) && request.mode != 'navigate') return
	event.respondWith(answer(event, name))
})

/** Notebooks, which whoever keeps the site may change at any time. */
const CHANGES = /^lab\/(files|api)\//

const ours = (name, names) => names.has(name) || CHANGES.test(name)

async function answer(event, name) {
	const { request } = event
	const opened = request.mode == 'navigate'
	if (!ours(name, names ?? (await loadNames()))) return fetch(request)
	if (opened && request.destination == 'document') await turn(event.resultingClientId)
	const version = await versionFor(event)
	const cache = await caches.open(PREFIX + version)
	const key = address(name)
	const there = await cache.match(key)
	if (there && !CHANGES.test(name)) return request.method == 'HEAD' ? new Response() : shared(there, request)
	// What the browser has, or the site, may be of another version.
	if (request.cache == 'only-if-cached') return fetch(request)
	if (name.startsWith('kit/') && !there && !(await has(version))) return new Response('', { status: 410 })
	if (request.method == 'HEAD') return fetch(request)
	let fresh
	try {
		fresh = await (request.mode == 'navigate' ? fetch(request) : fetch(request, { cache: 'no-cache' }))
	} catch (error) {
		if (there) return shared(there, request)
		if (opened) return away()
		throw error
	}
	if (fresh.status == 200 && fresh.type == 'basic' && !fresh.redirected && fits(name, fresh)) {
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
