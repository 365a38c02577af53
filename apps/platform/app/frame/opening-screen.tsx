import { LoadingNote } from '@sherpa/ui/loading-note'

/** While the very first screen is on its way. */
export function OpeningScreen() {
  return (
    <div className="grid min-h-dvh place-items-center bg-ground">
      <LoadingNote>Loading Sherpa…</LoadingNote>
    </div>
  )
}
