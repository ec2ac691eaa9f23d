// The site's first page: the line for embeds with its address, and the service worker.

import { offline } from './offline.js'

document.getElementById('line').textContent = `<script src="${new URL('embed.js', location.href).href}" data-code="NewLottery(40).Pick(6)"></script>`
offline(new URL('.', location.href))
