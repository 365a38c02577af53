import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'

/** One thing that two people changed at the same time, as each of them wants it. */
export type Contested = { label: string; mine: string; theirs: string }

/** Asks whose text stays. Closing it decides nothing: what was entered is still in its field. */
export function ConflictDialog({
  contested,
  onChoose,
}: {
  contested: readonly Contested[] | undefined
  onChoose: (choice: 'mine' | 'theirs' | undefined) => void
}) {
  return (
    <Dialog
      open={contested !== undefined}
      title="A colleague changed this meanwhile"
      onClose={() => onChoose(undefined)}
    >
      <p className="mb-4 text-sm">Both of you entered something. Choose what stays.</p>
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
      <dd className="break-words whitespace-pre-wrap text-ink">{text || 'Nothing'}</dd>
    </div>
  )
}
