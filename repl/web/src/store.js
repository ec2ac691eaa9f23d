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

/** Takes a name for this tab alone, if no other has it. */
export async function claim(name) {
	if (!navigator.locks) return true
	return new Promise(resolve => {
		navigator.locks
			.request(`riffle:${name}`, { ifAvailable: true }, lock => {
				resolve(lock != null)
				if (lock) return new Promise(() => {}) // until the tab is closed
			})
			.catch(() => resolve(true))
	})
}
