import { type Athlete, UNDO_MERGE_DAYS } from '@sherpa/contracts/athlete'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { lazyPart } from '../../../frame/on-demand.tsx'

const DuplicatesList = lazyPart(async () => (await import('./duplicates-list.tsx')).DuplicatesList)

export function DuplicatesDialog({ open, athlete, onClose }: { open: boolean; athlete: Athlete; onClose: () => void }) {
  return (
    <Dialog open={open} title="Duplicates" onClose={onClose}>
      <p className="mb-3 text-sm">
        Merging fills in missing details here and removes the other record from all lists. You can undo it for{' '}
        {UNDO_MERGE_DAYS} days.
      </p>
      <DuplicatesList athlete={athlete} />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
