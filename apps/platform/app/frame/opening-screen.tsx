import { LoadingNote } from '@sherpa/ui/loading-note'

/** While the very first screen is on its way. */
export function OpeningScreen() {
  return (
    <div className="grid min-h-dvh place-items-center bg-snow">
      <LoadingNote>Opening Sherpa…</LoadingNote>
    </div>
  )
}
