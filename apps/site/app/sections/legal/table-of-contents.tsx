import { useMemo } from 'react'
import { useReadingPosition } from '../../behaviors/reading-position'
import type { LegalSection } from '../../content/legal'

/** Highlights the section being read. */
export function TableOfContents({ sections }: { sections: readonly LegalSection[] }) {
  const ids = useMemo(() => sections.map((section) => section.id), [sections])
  const current = useReadingPosition(ids)
  return (
    <nav aria-label="On this page" className="self-start lg:sticky lg:top-24 print:hidden">
      <h2 className="text-sm font-semibold text-ink">On this page</h2>
      <ol className="mt-3 border-l border-line">
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={current === id ? 'true' : undefined}
              className="-ml-px block border-l-2 border-transparent py-1.5 pl-4 text-sm transition-colors hover:text-glacier aria-[current]:border-glacier aria-[current]:font-semibold aria-[current]:text-glacier"
            >
              {index + 1}. {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
