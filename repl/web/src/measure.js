// The script in the boxes of what cells draw. The page's policy lets it run by its hash,
// and nothing else: the build writes the hash into the pages.

export const MEASURE = `(function(){var last=-1;function tell(){var all=document.getElementById('all');if(!all||innerWidth<50)return;var height=all.getBoundingClientRect().height;if(height===last)return;last=height;parent.postMessage({riffleHeight:height},'*')}
addEventListener('message',function(e){if(e.source===parent&&e.data==='riffleMeasure'){last=-1;requestAnimationFrame(tell);tell()}});
addEventListener('DOMContentLoaded',function(){new ResizeObserver(tell).observe(document.getElementById('all'));tell()})})()`

/* global __MEASURE_HASH__ */
export const MEASURE_HASH = typeof __MEASURE_HASH__ == 'string' ? __MEASURE_HASH__ : ''
