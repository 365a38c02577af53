import type { ReactNode } from 'react'

/** Box with optional icon, heading and text. */
export function Card({ icon, title, children }: { icon?: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex h-full flex-col rounded-lg border border-line bg-white p-6 sm:p-8">
      {icon && <IconTile>{icon}</IconTile>}
      <h3 className="text-xl">{title}</h3>
      <div className="mt-2 flex flex-1 flex-col gap-3">{children}</div>
    </div>
  )
}

export function IconTile({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="mb-5 grid size-12 place-items-center rounded-md bg-glacier-pale text-glacier">
      {children}
    </span>
  )
}
