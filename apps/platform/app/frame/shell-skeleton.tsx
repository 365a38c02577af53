import { Logo, LogoMark } from '@sherpa/ui/logo'

/** The signed-in frame before any script has come: its grounds and its logo, each where it will stay. */
export function ShellSkeleton() {
  return (
    <div className="shell-skeleton flex min-h-dvh flex-col bg-ground lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
      <div className="on-side hidden lg:block">
        <p className="px-6 pt-6 text-white">
          <Logo />
        </p>
      </div>
      <div className="on-side px-4 py-2 text-white lg:hidden">
        <p className="flex min-h-11 items-center">
          <LogoMark />
        </p>
      </div>
      <main />
    </div>
  )
}
