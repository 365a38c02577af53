import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import type { ListAddress } from './list-address.ts'

/** There are rows, but none of them fits. */
export function NothingMatches({ title, address }: { title: string; address: ListAddress }) {
  return (
    <EmptyState
      title={title}
      action={
        <Button look="secondary" size="small" onClick={address.clear}>
          Clear filters
        </Button>
      }
    />
  )
}

export function SimilarNote({ search, similar }: { search: string | undefined; similar: boolean }) {
  return (
    <p role="status" className={similar ? 'text-sm text-grey' : 'sr-only'}>
      {similar && `Nothing contains “${search}”. These are similar.`}
    </p>
  )
}
