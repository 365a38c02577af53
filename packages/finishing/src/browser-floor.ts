/** Minimum supported browsers, as in the README. */
const oldest = { Chrome: '120', Firefox: '125', Safari: '17.4' }

/** Build target for transpiling syntax and styles. */
export const buildTarget = Object.entries(oldest).map(([name, version]) => name.toLowerCase() + version)

/** As text, for pages and the README. */
export const oldestBrowsers = Object.entries(oldest)
  .map(([name, version]) => `${name} ${version}`)
  .join(', ')

/** Newest APIs used without fallback, which identify the versions above. */
const requiredApis = ['URL.canParse', 'HTMLElement.prototype.showPopover', 'AbortSignal.any']

/** Feature detection, run by pages. */
export const meetsFloor = `(${requiredApis.join('&&')})`

/**
 * APIs that these browsers lack but the type checker allows, with the files that use them with a fallback.
 * Newer language features are rejected by `lib` in the tsconfig files.
 */
export const newerApis: { api: RegExp; withFallbackIn: string[] }[] = [
  { api: /requestIdleCallback/, withFallbackIn: ['drawn-when-near.ts', 'preload-screens.ts'] },
  { api: /commandForElement/, withFallbackIn: ['mobile-menu.tsx', 'loader.js'] },
  { api: /field-sizing/, withFallbackIn: ['growing-text-area.tsx'] },
  {
    api: /URL\.parse\(|startViewTransition|scheduler\.|requestClose|closed[Bb]y|moveBefore|CloseWatcher|scrollend|DurationFormat|CSS\.highlights/,
    withFallbackIn: [],
  },
  {
    api: /anchor-name|position-anchor|interpolate-size|calc-size|animation-timeline|@scope|light-dark\(/,
    withFallbackIn: ['deals.css'],
  },
]
