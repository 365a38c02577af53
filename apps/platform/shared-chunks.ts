import { join } from 'node:path'

type ModuleInfo = { importedIds: string[]; dynamicallyImportedIds: string[] }
type Build = { getModuleInfo: (id: string) => ModuleInfo | null }

const ours = /\/packages\/contracts\//
/** What has to be there before someone can log in. */
const logIn = /\/(main|signed-out-frame|guests-only|log-in-screen)\.tsx$/
/** What comes first for whoever is logged in, or gets there by an invitation. */
const firstScreens =
  /\/(signed-in-frame|organization-frame|home-screen|invitation-screen|guardian-invitation-screen)\.tsx$/
/** Used by at least so many screens: it comes with the first one of them. */
const MANY_SCREENS = 20
/** Used by at least so many screens: it is not worth a request of its own. */
const SOME_SCREENS = 3

const names = ['contracts', 'parts', 'signed-in', 'records'] as const
type Name = (typeof names)[number]

/**
 * What screens share comes in four scripts: without this, every set of screens that share something would have one of its own, and a
 * list would consist of sixty. The build knows which screens use what, so nothing has to be listed here. In this order: a chunk takes
 * along what its modules import, unless that is in one before it.
 */
export function sharedChunks() {
  let chunks: Map<string, Name> | undefined
  return names.map((name) => ({
    debugName: name,
    name(id: string, build: Build) {
      chunks ??= divide(build)
      return chunks.get(id) === name ? name : null
    },
  }))
}

function divide(build: Build) {
  const chunks = new Map<string, Name>()
  for (const [id, users] of usersOfModules(build)) {
    // Schemas take as long to make as all the rest: in a script of their own they do so in a task of their own.
    if (users.some((user) => logIn.test(user))) chunks.set(id, ours.test(id) ? 'contracts' : 'parts')
    else if (users.length >= MANY_SCREENS || (users.length > 1 && users.some((user) => firstScreens.test(user)))) {
      chunks.set(id, 'signed-in')
    } else if (users.length >= SOME_SCREENS) chunks.set(id, 'records')
  }
  return chunks
}

/** For each module, what is loaded on its own (the program itself, screens, frames) and needs it. */
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
