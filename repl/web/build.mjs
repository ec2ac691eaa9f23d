// Bundles the page: node build.mjs NODE_MODULES OUT writes into OUT what stands at a
// site's root beside kit/. NODE_MODULES holds esbuild and what the page imports.

import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MEASURE } from './src/measure.js'

const [modules, out] = process.argv.slice(2).map(a => resolve(a))
if (!out) throw new Error('usage: node build.mjs NODE_MODULES OUT')
const here = dirname(fileURLToPath(import.meta.url))
const esbuild = createRequire(join(modules, 'x.js'))('esbuild')
const hash = `sha256-${createHash('sha256').update(MEASURE).digest('base64')}`

const bundles = [
	{ in: 'src/page.js', out: 'page/page.js', format: 'esm' },
	{ in: 'src/embedded.js', out: 'page/cell.js', format: 'esm' },
	{ in: 'src/site.js', out: 'page/site.js', format: 'esm' },
	{ in: 'src/embed.js', out: 'embed.js', format: 'iife' },
	{ in: 'src/sw.js', out: 'sw.js', format: 'iife' },
]

await mkdir(out, { recursive: true })
const made = await Promise.all(
	bundles.map(b =>
		esbuild.build({
			entryPoints: [join(here, b.in)],
			outfile: join(out, b.out),
			format: b.format,
			bundle: true,
			minify: true,
			target: ['chrome100', 'firefox100', 'safari15.4'],
			charset: 'utf8',
			legalComments: 'none',
			nodePaths: [modules],
			define: { __MEASURE_HASH__: JSON.stringify(hash) },
			metafile: true,
			logLevel: 'warning',
		}),
	),
)

// What stays as it is, but for the hash in the pages' policies.
const names = await readdir(join(here, 'static'), { recursive: true, withFileTypes: true })
for (const file of names.filter(f => f.isFile())) {
	const from = join(file.parentPath ?? file.path, file.name)
	const to = join(out, from.slice(join(here, 'static').length))
	await mkdir(dirname(to), { recursive: true })
	if (/\.html$/.test(from)) await writeFile(to, (await readFile(from, 'utf8')).replaceAll('%MEASURE%', hash))
	else await cp(from, to)
}

// The licences of what is bundled, which go with every copy.
const inputs = made.flatMap(m => Object.keys(m.metafile.inputs))
const packages = [...new Set(inputs.map(i => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(i)?.[1]).filter(Boolean))].sort()
const texts = await Promise.all(packages.map(async name => {
	const files = (await readdir(join(modules, name))).filter(f => /^licen[cs]e/i.test(f))
	if (files.length == 0) throw new Error(`${name} has no licence`)
	return `${name}\n\n${await readFile(join(modules, name, files[0]), 'utf8')}`
}))
await writeFile(join(out, 'page', 'licences.txt'), `The page has these packages in it.\n\n${texts.join('\n\n')}`)
