import * as client from 'react-dom/client'

/** By this module, a script of its own (vite.config.ts), React's renderer is run in a task of its own, and not in that of whoever needs it first. */
export const { createRoot, hydrateRoot } = client
