import { Link } from 'react-router'

export function BackLink() {
  return (
    <Link
      to="/"
      className="inline-flex items-center gap-2 py-2.5 text-sm font-medium text-mist transition-colors hover:text-white"
    >
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-4 fill-none stroke-current" strokeWidth="2">
        <path d="M17 10H4M9 4l-6 6 6 6" />
      </svg>
      Back to Home
    </Link>
  )
}
