import { LogoMark } from '@sherpa/ui/logo'

/** Skeleton of the signed-in frame before scripts load. */
export function ShellSkeleton() {
  return (
    <div className="shell-skeleton signed-in bg-ground">
      <div className="side on-side">
        <MarkAlone />
      </div>
      <div className="flex min-w-0 flex-col">
        <div className="frame-bar" />
        <main />
      </div>
    </div>
  )
}

export function MarkAlone() {
  return (
    <p className="p-4 text-white">
      <LogoMark className="size-6" />
    </p>
  )
}
