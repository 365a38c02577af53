import { buttonClass } from '@sherpa/ui/button'
import { ContourLines } from '@sherpa/ui/contour-lines'
import { Link } from 'react-router'

/** Closing call to action of a page. */
export function ClosingBand({
  title,
  text,
  links,
}: {
  title: string
  text: string
  links: readonly { label: string; to: string }[]
}) {
  return (
    <section className="on-dark relative isolate overflow-clip py-16 sm:py-24 print:hidden">
      <ContourLines />
      <div className="page-width">
        <h2 className="text-heading">{title}</h2>
        <p className="mt-4 max-w-xl text-lg">{text}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          {links.map(({ label, to }, index) => (
            <Link key={to} to={to} className={buttonClass({ look: index === 0 ? 'primary' : 'on-dark' })}>
              {label}
            </Link>
          ))}
        </div>
      </div>
    </section>
  )
}
