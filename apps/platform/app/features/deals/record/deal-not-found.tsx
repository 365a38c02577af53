import { RecordNotFound } from '../../../frame/record-not-found.tsx'

export function DealNotFound() {
  return (
    <RecordNotFound title="Deal not found" list={{ path: 'deals', name: 'deals' }}>
      This deal was removed, or you don’t have access to it.
    </RecordNotFound>
  )
}
