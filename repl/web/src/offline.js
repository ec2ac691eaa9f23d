// The service worker, from the page's side.

/**
 * Registers the service worker and waits until it answers for the page, so that what the
 * kernel loads is kept. tell: {updated(), kept()}. Without one the page works as well, but
 * not without a network.
 */
export async function offline(root, tell = {}) {
	const container = navigator.serviceWorker
	if (!container) return null
	container.addEventListener('message', ({ data }) => tell[data?.riffle]?.())
	try {
		const registration = await container.register(new URL('sw.js', root), { scope: new URL('.', root).pathname, updateViaCache: 'none' })
		if (!container.controller) await Promise.race([new Promise(ok => container.addEventListener('controllerchange', ok, { once: true })), new Promise(ok => setTimeout(ok, 2000))])
		return registration
	} catch {
		return null
	}
}

/** Asks the service worker to fetch the rest and to look for a newer version. */
export function keepAll() {
	navigator.serviceWorker?.controller?.postMessage({ riffle: 'keep' })
}
