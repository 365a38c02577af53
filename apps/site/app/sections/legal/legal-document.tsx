import type { LegalPage } from '../../content/legal'
import { TextWithLink } from '../../frame/text-with-link'
import { TableOfContents } from './table-of-contents'

export function LegalDocument({ lastUpdated, sections }: LegalPage) {
  return (
    <div className="legal page-width grid gap-x-16 gap-y-10 py-16 lg:grid-cols-[17rem_1fr] lg:py-24">
      <TableOfContents sections={sections} />
      <article className="max-w-[70ch]">
        <p className="text-sm">
          Last updated: <time dateTime={lastUpdated}>{longDate(lastUpdated)}</time>
        </p>
        {sections.map(({ id, title, text }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-12 first-of-type:mt-8">
            <h2 id={`${id}-title`} className="text-2xl">
              {index + 1}. {title}
            </h2>
            {text.map((paragraph, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never change places
              <p key={position} className="mt-4">
                <TextWithLink text={paragraph} />
              </p>
            ))}
          </section>
        ))}
      </article>
    </div>
  )
}

/** Independent of the build machine's time zone. */
function longDate(isoDate: string) {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(isoDate))
}
