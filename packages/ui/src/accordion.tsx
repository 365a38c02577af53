import type { ReactNode } from 'react'

type AccordionItemProps = {
  /** Items that share a group close one another: the browser does it, before hydration and without JavaScript. */
  group: string
  /** The address of the answer. The browser opens a closed row when one of its contents is addressed. */
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
      <summary className="flex cursor-pointer list-none items-center gap-4 rounded-lg p-5 text-ink hover:bg-snow sm:px-6 [&::-webkit-details-marker]:hidden">
        {icon && (
          <span aria-hidden="true" className="hidden shrink-0 text-glacier sm:block">
            {icon}
          </span>
        )}
        <span className="flex flex-1 flex-wrap items-center gap-x-4 gap-y-1">
          <h3 className="text-lg font-semibold">{question}</h3>
          {tag}
        </span>
        <PlusMinus />
      </summary>
      <div id={answerId} className="max-w-[68ch] scroll-mt-44 px-5 pb-6 sm:px-6">
        {children}
      </div>
    </details>
  )
}

/** A plus that loses its upright stroke while the row is open. */
function PlusMinus() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 shrink-0 stroke-glacier" strokeWidth="2">
      <path d="M3 10h14" />
      <path d="M10 3v14" className="origin-center transition-transform group-open:scale-y-0" />
    </svg>
  )
}
