// Bundles the extension: node build.mjs NODE_MODULES OUT
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [modules, out] = process.argv.slice(2).map(arg => path.resolve(arg));
const here = path.dirname(fileURLToPath(import.meta.url));
const esbuild = createRequire(path.join(modules, '/'))('esbuild');

/** Modules of the application, which container.ts puts there. */
const shared = {
  name: 'shared',
  setup(build) {
    build.onResolve({ filter: /^@(jupyterlab|jupyterlite|lumino)\// }, args => ({ path: args.path, namespace: 'shared' }));
    build.onLoad({ filter: /.*/, namespace: 'shared' }, args => ({
      contents: `module.exports = window._riffleShared[${JSON.stringify(args.path)}]`,
    }));
  },
};

await esbuild.build({
  entryPoints: [path.join(here, 'src/container.ts')],
  outfile: path.join(out, 'static/remoteEntry.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  loader: { '.png': 'dataurl', '.svg': 'dataurl' },
  nodePaths: [modules],
  plugins: [shared],
  logLevel: 'warning',
});
