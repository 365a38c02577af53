import { ContourLines } from '@sherpa/ui/contour-lines'
import { Logo } from '@sherpa/ui/logo'
import { Outlet, useLocation } from 'react-router'
import { sitePages } from '../settings.ts'

/** Layout of signed-out screens. */
export function Component() {
  const { pathname } = useLocation()
  return (
    <div className="contour-ground relative isolate flex min-h-dvh flex-col overflow-clip bg-snow">
      <ContourLines />
      <header className="flex justify-center px-5 pt-8 sm:pt-14">
        <a href={sitePages.home} className="rounded-sm py-1 text-ink">
          <span className="sr-only">To the public site of </span>
          <Logo />
        </a>
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col items-center px-4 py-8 sm:py-10">
        <div
          key={pathname}
          className="signed-out-card w-full max-w-[28rem] rounded-lg border border-line bg-ground p-6 shadow-soft sm:p-9"
        >
          <Outlet />
        </div>
      </main>
      <footer className="px-5 pb-8 text-center text-sm">
        <ul className="flex flex-wrap justify-center gap-x-6 gap-y-1">
          {footerLinks.map(({ label, address }) => (
            <li key={address}>
              <a href={address} className="inline-block py-3 underline-offset-4 hover:text-ink hover:underline">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </footer>
    </div>
  )
}

const footerLinks = [
  { label: 'Terms of Service', address: sitePages.terms },
  { label: 'Privacy Policy', address: sitePages.privacy },
  { label: 'Contact us', address: sitePages.contact },
]
