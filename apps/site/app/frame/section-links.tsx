import { Link } from 'react-router'
import { useSectionLink } from '../behaviors/section-navigation'
import { type MenuSection, menuSections } from '../content/navigation'

/** The landing page's sections as links; `current` is the highlighted one, if any. */
export function SectionLinks({
  current,
  linkClass,
  onChoose,
}: {
  current?: MenuSection | undefined
  linkClass: string
  onChoose?: () => void
}) {
  const sectionLink = useSectionLink()
  return menuSections.map(({ id, label }) => {
    const { to, onClick } = sectionLink(id)
    return (
      <li key={id}>
        <Link
          to={to}
          className={linkClass}
          aria-current={current === id ? 'true' : undefined}
          onClick={(event) => {
            onChoose?.()
            return onClick(event)
          }}
        >
          {label}
        </Link>
      </li>
    )
  })
}
