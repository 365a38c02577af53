import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'

/** A field that two people changed concurrently. */
export type Contested = { label: string; mine: string; theirs: string }

/** Resolves an edit conflict. Closing it keeps the draft unsaved. */
export function ConflictDialog({
  contested,
  onChoose,
}: {
  contested: readonly Contested[] | undefined
  onChoose: (choice: 'mine' | 'theirs' | undefined) => void
}) {
  return (
    <Dialog open={contested !== undefined} title="A colleague has changed this too" onClose={() => onChoose(undefined)}>
      <p className="mb-4 text-sm">Choose which value to keep.</p>
      <dl className="flex flex-col gap-4 text-sm">
        {contested?.map(({ label, mine, theirs }) => (
          <div key={label} className="grid gap-3 sm:grid-cols-2">
            <Version name={`${label}, theirs`} text={theirs} />
            <Version name={`${label}, yours`} text={mine} />
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button look="secondary" onClick={() => onChoose('theirs')}>
          Keep theirs
        </Button>
        <Button onClick={() => onChoose('mine')}>Use mine</Button>
      </DialogActions>
    </Dialog>
  )
}

function Version({ name, text }: { name: string; text: string }) {
  return (
    <div className="min-w-0 rounded-md border border-line p-3">
      <dt className="text-xs text-grey">{name}</dt>
      <dd className="break-words whitespace-pre-wrap text-ink">{text || 'Empty'}</dd>
    </div>
  )
}
