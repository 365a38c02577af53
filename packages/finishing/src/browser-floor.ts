/** The oldest browsers that Sherpa runs in. The README names them. */
const oldest = { Chrome: '120', Firefox: '125', Safari: '17.4' }

/** The builds' target: syntax and styles that are newer are translated. */
export const buildTarget = Object.entries(oldest).map(([name, version]) => name.toLowerCase() + version)

/** As sentences name them. */
export const oldestBrowsers = Object.entries(oldest)
  .map(([name, version]) => `${name} ${version}`)
  .join(', ')

/** The newest APIs that we use without a fallback: the browsers came with these in the versions above. */
const requiredApis = ['URL.canParse', 'HTMLElement.prototype.showPopover', 'AbortSignal.any']

/** A test for them, as a page runs it. */
export const meetsFloor = `(${requiredApis.join('&&')})`

/**
 * APIs that the type checker offers and the floor lacks, and the files that use them with a fallback.
 * Newer parts of the language are refused by `lib` in the tsconfig files.
 */
export const newerApis: { api: RegExp; withFallbackIn: string[] }[] = [
  { api: /requestIdleCallback/, withFallbackIn: ['drawn-when-near.ts'] },
  { api: /commandForElement/, withFallbackIn: ['mobile-menu.tsx', 'loader.js'] },
  { api: /field-sizing/, withFallbackIn: ['growing-text-area.tsx'] },
  {
    api: /URL\.parse\(|startViewTransition|scheduler\.|requestClose|closed[Bb]y|moveBefore|CloseWatcher|scrollend|DurationFormat|CSS\.highlights/,
    withFallbackIn: [],
  },
  {
    api: /anchor-name|position-anchor|interpolate-size|calc-size|animation-timeline|@scope|light-dark\(/,
    withFallbackIn: [],
  },
]
