// What is known of code without the kernel.

/** Code without its strings and comments, or with another character for each of theirs. */
export const bare = (code, blank = '') => code.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|\/\/[^\n]*|\/\*[^]*?\*\//g, s => blank.repeat(s.length))

/** How many brackets are open at the end of code. */
export const depth = (code, open, close) => (code.match(open) ?? []).length - (code.match(close) ?? []).length

/** Reports whether brackets, strings and comments are closed: for when no kernel answers. */
export function looksComplete(code) {
	if (/^\s*(%%|\?)/.test(code)) return !/^\s*%%/.test(code) || /\n\s*$/.test(code)
	const rest = bare(code)
	return !/`|\/\*/.test(rest) && depth(rest, /[([{]/g, /[)\]}]/g) <= 0 && !/(?:[-+*/%&|^=<,.(]|:=|&&|\|\|)\s*$/.test(rest.replace(/(\+\+|--)\s*$/, ''))
}

/** The kernel counts in code points, the editor in units of UTF-16. */
export const points = (text, units) => [...text.slice(0, units)].length
export const units = (text, points) => [...text].slice(0, points).join('').length
