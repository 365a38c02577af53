import * as client from 'react-dom/client'

/** A separate chunk (vite.config.ts), so that React's renderer is evaluated in its own task. */
export const { createRoot, hydrateRoot } = client
