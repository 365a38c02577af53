import { type ReactNode, type Ref, useId } from 'react'

/** A part of a screen: a heading, what it is about, and what there is to do. */
export function Panel({
  title,
  lead,
  actions,
  tone = 'calm',
  headingRef,
  children,
}: {
  title: string
  lead?: ReactNode
  /** Beside the heading. */
  actions?: ReactNode
  tone?: 'calm' | 'danger'
  /** For a heading that takes the focus at times. */
  headingRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`rounded-lg border bg-white p-5 sm:p-7 ${tone === 'danger' ? 'border-error/40' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 ref={headingRef} id={id} tabIndex={headingRef ? -1 : undefined} className="text-xl">
            {title}
          </h2>
          {lead && <p className="mt-1 max-w-[68ch] text-sm">{lead}</p>}
        </div>
        {actions}
      </div>
      {children && <div className="mt-5">{children}</div>}
    </section>
  )
}
