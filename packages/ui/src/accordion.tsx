import type { ReactNode } from 'react'

type AccordionItemProps = {
  /** Exclusive group (`name` of <details>), which works without JavaScript. */
  group: string
  /** Id of the answer. Browsers open the row for a matching hash. */
  answerId?: string
  question: string
  icon?: ReactNode
  tag?: ReactNode
  startsOpen?: boolean
  children: ReactNode
}

export function AccordionItem({
  group,
  answerId,
  question,
  icon,
  tag,
  startsOpen = false,
  children,
}: AccordionItemProps) {
  return (
    <details
      name={group}
      open={startsOpen}
      className="group rounded-lg border border-line bg-white transition-colors open:border-glacier open:shadow-soft"
    >
      {/* Valid HTML: a heading and phrasing content. On phones the tag is below the heading. */}
      <summary className="grid cursor-pointer list-none grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 rounded-lg p-5 text-ink hover:bg-snow sm:flex sm:px-6 [&::-webkit-details-marker]:hidden">
        {icon && (
          <span aria-hidden="true" className="hidden shrink-0 text-glacier sm:block">
            {icon}
          </span>
        )}
        <h3 className="text-lg font-semibold">{question}</h3>
        {tag && <span className="shrink-0 max-sm:col-start-1 max-sm:row-start-2 max-sm:justify-self-start">{tag}</span>}
        <PlusMinus />
      </summary>
      <div id={answerId} className="max-w-[68ch] scroll-mt-44 px-5 pb-6 sm:px-6">
        {children}
      </div>
    </details>
  )
}

/** Plus icon that becomes a minus while the row is open. */
function PlusMinus() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className="ml-auto size-5 shrink-0 stroke-glacier max-sm:col-start-2 max-sm:row-start-1"
      strokeWidth="2"
    >
      <path d="M3 10h14" />
      <path d="M10 3v14" className="origin-center transition-transform group-open:scale-y-0" />
    </svg>
  )
}
