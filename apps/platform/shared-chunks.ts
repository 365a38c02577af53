import { join } from 'node:path'

type ModuleInfo = { code?: string | null; importedIds: string[]; dynamicallyImportedIds: string[] }
type Build = { getModuleInfo: (id: string) => ModuleInfo | null }

const ours = /\/packages\/contracts\//
/** Needed for the log-in. */
const logIn = /\/(main|signed-out-frame|guests-only|log-in-screen)\.tsx$/
/** Needed first when signed in or invited. */
const firstScreens =
  /\/(signed-in-frame|organization-frame|home-screen|invitation-screen|guardian-invitation-screen)\.tsx$/
/** Small parts that screens of every kind use. Light screens should not load `records` for them. */
const formParts = /\/app\/forms\/(select-field|drop-area|save-bar)\.tsx$/
/** Modules of at least this many screens load with the first one of them, in the `signed-in` chunk. */
const MANY_SCREENS = 30
/** Modules of at least this many screens are not worth separate requests. */
const SOME_SCREENS = 3
/** Modules of at most this many features share a chunk with those of the same features; others are in `records`. */
const SOME_FEATURES = 3
/** Groups with less source than this are left to the bundler. */
const MIN_LENGTH = 3_000

/** The tabs of a record are one screen: nobody needs several of them at first. */
const screenOf = (user: string) => user.replace(/[^/]+-tab\.tsx$/, 'tab')

const firstChunks = ['contracts', 'parts', 'signed-in', 'records']

/**
 * Groups shared code into chunks, by the screens that use it in the module graph. Otherwise every set of screens would
 * have its own, and a list would load sixty. Order matters: a chunk includes its imports unless an earlier chunk has them.
 */
export function sharedChunks() {
  let chunks: Map<string, string> | undefined
  const chunkOf = (id: string, build: Build) => {
    chunks ??= divide(build)
    return chunks.get(id) ?? null
  }
  return [
    ...firstChunks.map((name) => ({
      debugName: name,
      name: (id: string, build: Build) => (chunkOf(id, build) === name ? name : null),
    })),
    // Widest first: modules of few features import those of many.
    ...Array.from({ length: SOME_FEATURES }, (_, index) => ({
      debugName: `${SOME_FEATURES - index} features`,
      name(id: string, build: Build) {
        const chunk = chunkOf(id, build)
        return chunk?.split('+').length === SOME_FEATURES - index ? chunk : null
      },
    })),
  ]
}

function divide(build: Build) {
  const chunks = new Map<string, string>()
  for (const [id, users] of usersOfModules(build)) {
    // Creating schemas takes as long as everything else, so they get their own chunk and task.
    if (users.some((user) => logIn.test(user))) chunks.set(id, ours.test(id) ? 'contracts' : 'parts')
    else if (
      users.length >= MANY_SCREENS ||
      formParts.test(id) ||
      (users.length > 1 && users.some((user) => firstScreens.test(user)))
    ) {
      chunks.set(id, 'signed-in')
    } else if (new Set(users.map(screenOf)).size >= SOME_SCREENS) {
      const features = [...new Set(users.map(featureOf))].sort()
      chunks.set(id, features.length > SOME_FEATURES ? 'records' : features.join('+'))
    }
  }
  for (const [chunk, ids] of Map.groupBy(chunks.keys(), (id) => chunks.get(id) ?? '')) {
    const length = ids.reduce((sum, id) => sum + (build.getModuleInfo(id)?.code?.length ?? 0), 0)
    if (!firstChunks.includes(chunk) && length < MIN_LENGTH) for (const id of ids) chunks.delete(id)
  }
  return chunks
}

const featureOf = (user: string) => /\/features\/([^/]+)\//.exec(user)?.[1] ?? 'frame'

/** Entry points (app, screens, frames) that need each module. */
function usersOfModules(build: Build) {
  const loaded = new Set([join(import.meta.dirname, 'app/main.tsx')])
  const users = new Map<string, string[]>()
  for (const start of loaded) {
    const needed = new Set([start])
    for (const id of needed) {
      users.set(id, [...(users.get(id) ?? []), start])
      const { importedIds, dynamicallyImportedIds } = build.getModuleInfo(id) ?? {
        importedIds: [],
        dynamicallyImportedIds: [],
      }
      for (const imported of importedIds) needed.add(imported)
      for (const imported of dynamicallyImportedIds) loaded.add(imported)
    }
  }
  for (const start of loaded) users.delete(start)
  return users
}
