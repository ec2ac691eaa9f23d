// What survives a reload: the cells on the page. It lies in this browser alone.

const DATABASE = 'riffle-page'

/** Store keeps values by name; where the browser keeps nothing, for as long as the page. */
export class Store {
	/** Opens the storage. kept says whether anything survives. */
	static async open() {
		const store = new Store()
		store.values = new Map()
		store.db = await connect().catch(() => null)
		store.kept = store.db != null
		return store
	}

	async get(key) {
		if (!this.db) return this.values.get(key)
		return done(this.db.transaction('values').objectStore('values').get(key)).catch(() => undefined)
	}

	/** All names and their values. */
	async entries() {
		if (!this.db) return new Map(this.values)
		const store = this.db.transaction('values').objectStore('values')
		return Promise.all([done(store.getAllKeys()), done(store.getAll())]).then(
			([keys, values]) => new Map(keys.map((key, i) => [key, values[i]])),
			() => new Map(),
		)
	}

	/** Reports whether the value is kept. */
	async put(key, value) {
		if (!this.db) {
			this.values.set(key, value)
			return false
		}
		try {
			await done(this.db.transaction('values', 'readwrite').objectStore('values').put(value, key))
			return true
		} catch {
			return false
		}
	}

	async delete(key) {
		this.values.delete(key)
		if (this.db) await done(this.db.transaction('values', 'readwrite').objectStore('values').delete(key)).catch(() => {})
	}
}

const done = request => new Promise((ok, fail) => Object.assign(request, { onsuccess: () => ok(request.result), onerror: () => fail(request.error) }))

function connect() {
	return new Promise((ok, fail) => {
		if (typeof indexedDB == 'undefined') throw new Error('no indexedDB')
		const request = indexedDB.open(DATABASE, 1)
		request.onupgradeneeded = () => request.result.createObjectStore('values')
		request.onsuccess = () => {
			// A newer page in another tab may want to change the form.
			request.result.onversionchange = () => request.result.close()
			ok(request.result)
		}
		request.onerror = () => fail(request.error)
		request.onblocked = () => fail(new Error('blocked'))
	})
}

const LOCK = 'riffle:'

/**
 * Takes a name for this tab alone, if no other has it; patience is how many milliseconds
 * another has to give it up. Only a page that came by https, or from this machine, has
 * locks; others ask each other.
 */
export async function claim(name, patience = 0) {
	if (!navigator.locks) return askOthers(name)
	const options = patience ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true }
	return new Promise(resolve => {
		navigator.locks
			.request(LOCK + name, options, lock => {
				resolve(lock != null)
				if (lock) return new Promise(() => {}) // until the tab is closed
			})
			.catch(() => resolve(false))
	})
}

const mine = new Set() // names that others may ask for
let others

/** How many milliseconds other tabs have to say that a name is theirs. */
const ANSWER = 300

function askOthers(name) {
	if (typeof BroadcastChannel == 'undefined') return true
	others ??= listening()
	return new Promise(resolve => {
		const timer = setTimeout(() => done(true), ANSWER)
		const hear = ({ data }) => data?.taken == name && done(false)
		const done = free => {
			clearTimeout(timer)
			others.removeEventListener('message', hear)
			if (free) mine.add(name)
			resolve(free)
		}
		others.addEventListener('message', hear)
		others.postMessage({ wanted: name })
	})
}

/** Where tabs hear each other. */
function listening() {
	const channel = new BroadcastChannel('riffle-tabs')
	channel.addEventListener('message', ({ data }) => {
		if (mine.has(data?.wanted)) channel.postMessage({ taken: data.wanted })
	})
	return channel
}

/** The names that tabs have taken, null where nobody knows. */
export async function held() {
	if (!navigator.locks) return null
	const { held } = await navigator.locks.query()
	return new Set(held.filter(lock => lock.name.startsWith(LOCK)).map(lock => lock.name.slice(LOCK.length)))
}
