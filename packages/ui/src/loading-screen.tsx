import { LogoMark } from './logo.tsx'

/** Full-screen overlay above rendered content. CSS alone ends it (`loading-screen.css`), so it needs no JavaScript. */
export function LoadingScreen() {
  return (
    <div role="status" className="loading-screen on-dark fixed inset-0 z-40 grid place-items-center text-white">
      <span className="grid place-items-center">
        <span aria-hidden="true" className="spinner col-start-1 row-start-1 size-24 rounded-full" />
        <LogoMark className="col-start-1 row-start-1 size-11" />
      </span>
      <span className="sr-only">Loading Sherpa</span>
    </div>
  )
}
