import { homeApi } from '@sherpa/api-client/home'
import { useWorkspace } from './workspace.ts'

/** Number of things that are late or wait today, beside Home. */
export function NeedsBadge({ className = '' }: { className?: string }) {
  const { organization } = useWorkspace()
  const { currentData } = homeApi.useNeedCountQuery({ organization: organization?.id ?? '' }, { skip: !organization })
  const count = currentData?.count ?? 0
  if (count === 0) return null
  return (
    <span
      className={`rounded-full bg-summit px-1.5 text-xs leading-4.5 font-semibold text-paper-ink tabular-nums ${className}`}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {count === 1 ? 'thing needs' : 'things need'} you</span>
    </span>
  )
}
