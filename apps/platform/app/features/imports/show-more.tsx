import { Button } from '@sherpa/ui/button'

type Pages = { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => unknown }

export function ShowMore({ pages }: { pages: Pages }) {
  if (!pages.hasNextPage) return null
  return (
    <Button look="secondary" size="small" busy={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
      Show more
    </Button>
  )
}
