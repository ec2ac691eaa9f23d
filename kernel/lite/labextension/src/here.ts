/** The address of this script, which is known only while it is loaded. */
export const here = (document.currentScript as HTMLScriptElement).src;
