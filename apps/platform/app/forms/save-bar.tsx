import { Button } from '@sherpa/ui/button'

/** The submit button of a long form, always in view: on phones above the tab bar. */
export function SaveBar({ busy }: { busy: boolean }) {
  return (
    <div className="sticky bottom-0 z-5 border-t border-line bg-ground py-3 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))]">
      <Button type="submit" busy={busy} className="max-sm:w-full">
        {busy ? 'Saving…' : 'Save'}
      </Button>
    </div>
  )
}
