import type { ReactNode } from 'react'

/** Specimens by the name of what they show. */
export type Specimens = Record<string, ReactNode>

export function SpecimenGroup({
  title,
  wide = false,
  specimens,
}: {
  title: string
  wide?: boolean
  specimens: Specimens
}) {
  return (
    <section aria-label={title} className="catalog-group">
      <h2>{title}</h2>
      <div className={wide ? 'catalog-group' : 'catalog-grid'}>
        {Object.entries(specimens).map(([name, specimen]) => (
          <section key={name} aria-label={name} className="specimen">
            <h3>{name}</h3>
            <div className="specimen-body">{specimen}</div>
          </section>
        ))}
      </div>
    </section>
  )
}
