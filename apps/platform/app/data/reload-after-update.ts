import { readTypedText, restoreTypedText, type TypedText } from './typed-text.ts'

const KEY = 'sherpa.reload'
/** A chunk that fails again so soon is not missing because of an update. */
const ONCE_MS = 60_000

type Kept = { at: number; path: string; typed: TypedText }

type Page = {
  /** Where a navigation that waits for the chunk leads. */
  destination?: () => string | undefined
  open?: (address: string | undefined) => void
}

const unneeded = new WeakSet<object>()

/** While the page is being left. Firefox then fails the scripts that are loading. */
let leaving: PromiseWithResolvers<void> | undefined
function stay() {
  leaving?.resolve()
  leaving = undefined
}

/** A script that fails because the page is being left is loaded again if somebody stays, instead of showing an error. */
export async function loadUnlessLeaving<Script>(load: () => Promise<Script>) {
  try {
    return await load()
  } catch (error) {
    if (!leaving) throw error
    await leaving.promise
    return load()
  }
}

/** Loads a script that nobody waits for yet. If it fails, the page stays. */
export async function preload(load: () => Promise<unknown>) {
  await load().catch((error) => void unneeded.add(error))
}

/** A script of an older release may be gone: reloads the page once, and keeps what was typed. */
export function reloadOnFailedChunk({ destination = () => undefined, open = openPage }: Page = {}) {
  async function reload(failure: Error) {
    // A reload would cancel the navigation.
    if (leaving) return
    const { pathname, href } = window.location
    const before = readKept()
    if (before && Date.now() - before.at < ONCE_MS) return
    // At once: the screen may disappear with the error.
    const kept: Kept = { at: Date.now(), path: pathname, typed: readTypedText() }
    const address = destination()
    // Without a connection, a reload would only lose the page.
    const answer = await fetch(href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
    if (leaving || unneeded.has(failure)) return
    if (answer?.ok && writeKept(kept)) open(address)
  }
  const removal = new AbortController()
  const on = (events: string[], act: (event: Event) => void) => {
    for (const event of events) window.addEventListener(event, act, { capture: true, signal: removal.signal })
  }
  on(['vite:preloadError'], (event) => void reload((event as Event & { payload: Error }).payload))
  on(['beforeunload', 'pagehide'], () => {
    leaving ??= Promise.withResolvers()
  })
  // Whoever presses something has stayed: nobody waits for a script before.
  on(['pageshow', 'pointerdown', 'keydown'], stay)
  return () => {
    removal.abort()
    stay()
  }
}

/** After such a reload, at the same address. */
export function restoreAfterReload() {
  const kept = readKept()
  if (!kept || kept.path !== window.location.pathname || kept.typed.length === 0) return
  writeKept({ ...kept, typed: [] })
  restoreTypedText(kept.typed)
}

function openPage(address: string | undefined) {
  if (address) window.location.assign(address)
  else window.location.reload()
}

function readKept(): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Whether it could be stored. Without storage, the page might reload again and again. */
function writeKept(kept: Kept) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}
