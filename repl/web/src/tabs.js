// Which of the cells that the browser keeps are this tab's, and those of tabs that were
// closed. A tab's cells have a key, which the tab remembers and holds a lock on: a tab that
// was duplicated remembers another's.

import { claim, held } from './store.js'

const PREFIX = 'cells:'
/** The cells that come back at the next visit. */
const MAIN = 'cells:main'

/** How many closed tabs' cells are kept, and for how many milliseconds. */
const MOST = 20
const LONGEST = 30 * 24 * 3600_000

/** For the lock of a page that is being reloaded. */
const PATIENCE = 1000

/**
 * Finds the key of this tab's cells. how is 'back' for the tab's own; 'copy' for those of
 * the tab that this one was duplicated from; 'second' where another tab has those of the
 * last visit; and 'fresh' where the tab is to have none of either.
 */
export async function own(store, fresh = false) {
	const before = remembered()
	if (!fresh) {
		const key = before ?? MAIN
		if (await claim(key, before ? PATIENCE : 0)) {
			remember(key)
			return { key, how: 'back', cells: await stored(store, key) }
		}
	}
	const key = PREFIX + Math.random().toString(36).slice(2)
	await claim(key)
	remember(key)
	if (fresh) return { key, how: 'fresh', cells: [] }
	return before ? { key, how: 'copy', cells: await stored(store, before) } : { key, how: 'second', cells: [] }
}

const stored = async (store, key) => (await store.get(key))?.cells ?? []

/**
 * The cells of closed tabs, the newest first. Those of too many or of long ago are removed.
 * Where nobody knows which tabs are closed, those of long ago alone.
 */
export async function closed(store, own) {
	const known = await held()
	const open = known ?? new Set()
	const all = [...(await store.entries())].filter(([key]) => key.startsWith(PREFIX) && key != MAIN && key != own && !open.has(key))
	const list = all.map(([key, { cells = [], at = Date.now() }]) => ({ key, cells, at })).sort((a, b) => b.at - a.at)
	const late = list.filter(tab => Date.now() - tab.at < LONGEST)
	const wanted = known ? late.filter(tab => tab.cells.length > 0).slice(0, MOST) : late
	for (const tab of list) if (!wanted.includes(tab)) await store.delete(tab.key)
	return known ? wanted : []
}

function remembered() {
	try {
		const key = sessionStorage.riffle
		return key?.startsWith(PREFIX) ? key : undefined
	} catch {
		return undefined
	}
}

function remember(key) {
	try {
		sessionStorage.riffle = key
	} catch {
		// A reload is another tab then.
	}
}
