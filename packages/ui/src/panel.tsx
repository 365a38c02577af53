import { type ReactNode, type Ref, useId } from 'react'

/**
 * Section of a screen: heading above a hairline, description and actions. An empty one is a single line with its
 * actions.
 */
export function Panel({
  title,
  count,
  lead,
  actions,
  empty,
  tone = 'calm',
  headingRef,
  children,
}: {
  title: string
  /** The number of rows, or such as "7 of 9 accepted", beside the heading. */
  count?: number | string
  lead?: ReactNode
  /** Beside the heading. */
  actions?: ReactNode
  /** Text instead of the content, such as "None yet". Children are dialogs then. */
  empty?: string | false | undefined
  tone?: 'calm' | 'danger'
  /** For focus management. */
  headingRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
}) {
  const id = useId()
  if (empty) {
    return (
      <section aria-labelledby={id} className="panel-empty">
        <div className="flex min-h-9 items-center gap-x-3 border-b border-line-soft text-sm">
          <h2
            ref={headingRef}
            id={id}
            tabIndex={headingRef ? -1 : undefined}
            className="min-w-28 flex-1 text-sm font-normal break-words text-slate"
          >
            {title}
          </h2>
          <p className="text-right text-xs text-grey">{empty}</p>
          {actions}
        </div>
        {children}
      </section>
    )
  }
  return (
    <section aria-labelledby={id}>
      <div
        className={`flex flex-wrap justify-between gap-x-6 gap-y-1 border-b pb-1.5 ${lead ? 'items-start' : 'items-center'} ${tone === 'danger' ? 'border-error/40' : 'border-line'}`}
      >
        <div className="min-w-0 flex-1 basis-40">
          <h2 ref={headingRef} id={id} tabIndex={headingRef ? -1 : undefined} className="py-1 text-base font-semibold">
            {title}
            {count !== undefined && <span className="ml-2 font-normal text-grey tabular-nums">{count}</span>}
          </h2>
          {lead && <p className="max-w-[72ch] pb-1 text-sm text-grey">{lead}</p>}
        </div>
        {actions && <div className="flex min-h-7 items-center">{actions}</div>}
      </div>
      {/* An empty message takes no space. */}
      {children && <div className="pt-4 has-[>[role=status]:only-child:empty]:pt-0">{children}</div>}
    </section>
  )
}
