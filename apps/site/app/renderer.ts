import * as client from 'react-dom/client'

/** Separate chunk (vite.config.ts), so that React's renderer is evaluated in its own task. */
export const hydrateRoot = client.hydrateRoot
