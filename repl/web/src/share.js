// Cells in a link: #riffle1.DATA, where 1 is the form's version and DATA is base64url of a
// CRC-32 of what follows it and the cells, an array of strings in JSON, deflated.

const VERSION = 1

// What programs append to a link, such as a full stop or &utm_source=mail, isn't read.
const NAME = /^#riffle(\d*)(?:\.([\w-]*)(?![\w-]).*)?$/s

export const LONGEST = 30_000 // characters of a link that is made
const LONGEST_READ = 200_000
const MOST_TEXT = 1_000_000
const MOST_CELLS = 1000

/** A fault of a link, as a sentence. */
export class LinkError extends Error {}

/** Reports whether an address has a link's fragment. */
export const isLink = hash => NAME.test(bare(hash))

/** A fragment without the %2E and the like that some programs put into links. */
const bare = hash => hash.replace(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(parseInt(code, 16))).replace(/^#+/, '#')

const OLD = 'This browser is too old for links with cells; save and open files instead. Chrome, Edge, Firefox and Safari have what it takes since 2023.'

/** Throws if the browser can't pack. */
function needStreams() {
	if (typeof CompressionStream == 'undefined') throw new LinkError(OLD)
}

/** The fragment for cells. */
export async function encode(cells) {
	needStreams()
	const text = new TextEncoder().encode(JSON.stringify(cells))
	const packed = await through(text, new CompressionStream('deflate-raw'), Infinity)
	const all = new Uint8Array(4 + packed.length)
	new DataView(all.buffer).setUint32(0, crc32(packed))
	all.set(packed, 4)
	const fragment = `#riffle${VERSION}.${toBase64(all)}`
	if (fragment.length > LONGEST) {
		throw new LinkError(`These cells are too long for a link: it would have ${fragment.length.toLocaleString('en')} characters, and many programs cut it at ${LONGEST.toLocaleString('en')} or before. Save them as a file instead.`)
	}
	return fragment
}

/** The cells of a fragment. */
export async function decode(hash) {
	const [, version, data] = NAME.exec(bare(hash)) ?? []
	if (version === undefined) throw new LinkError('This address has no cells in it.')
	if (version != '' && Number(version) > VERSION) throw new LinkError('This link was made by a newer riffle than this one. Reload the page when you are online, or ask for the cells as a file.')
	if (version != String(VERSION) || !data) throw new LinkError(CUT)
	if (data.length > LONGEST_READ) throw new LinkError(`This link is too long: it has ${data.length.toLocaleString('en')} characters, and riffle reads at most ${LONGEST_READ.toLocaleString('en')}.`)
	needStreams()
	const all = fromBase64(data)
	if (!all || all.length < 5 || new DataView(all.buffer).getUint32(0) != crc32(all.subarray(4))) throw new LinkError(CUT)
	return read(all.subarray(4))
}

const CUT = 'This link is incomplete or was changed: a part may have been cut off when it was copied or mailed. Ask for it again, or for the cells as a file.'

async function read(packed) {
	let text
	try {
		text = new TextDecoder('utf-8', { fatal: true }).decode(await through(packed, new DecompressionStream('deflate-raw'), MOST_TEXT))
	} catch (error) {
		if (error instanceof LinkError) throw error
		throw new LinkError(CUT)
	}
	let cells
	try {
		cells = JSON.parse(text)
	} catch {
		throw new LinkError(CUT)
	}
	if (!Array.isArray(cells) || !cells.every(c => typeof c == 'string')) throw new LinkError(CUT)
	if (cells.length > MOST_CELLS) throw new LinkError(`This link has ${cells.length.toLocaleString('en')} cells; riffle reads at most ${MOST_CELLS.toLocaleString('en')}.`)
	return cells
}

/** Sends bytes through a stream, which may not give more than most. */
async function through(bytes, stream, most) {
	const writer = stream.writable.getWriter()
	const written = Promise.all([writer.write(bytes), writer.close()])
	written.catch(() => {})
	const parts = []
	let size = 0
	const reader = stream.readable.getReader()
	for (;;) {
		const { done, value } = await reader.read()
		if (done) break
		size += value.length
		if (size > most) {
			reader.cancel().catch(() => {})
			throw new LinkError(`This link holds more text than riffle reads from one: more than ${most.toLocaleString('en')} characters.`)
		}
		parts.push(value)
	}
	await written
	return new Uint8Array(await new Blob(parts).arrayBuffer())
}

function toBase64(bytes) {
	let s = ''
	for (let i = 0; i < bytes.length; i += 0x8000) s += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
	return btoa(s).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

function fromBase64(text) {
	if (!/^[\w-]*$/.test(text)) return null
	try {
		return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0))
	} catch {
		return null
	}
}

function crc32(bytes) {
	let crc = ~0
	for (const b of bytes) {
		crc ^= b
		for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
	}
	return ~crc >>> 0
}
