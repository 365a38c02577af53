import type { ComponentProps } from 'react'

type ButtonLook = {
  look?: 'primary' | 'secondary' | 'danger' | 'on-dark'
  size?: 'regular' | 'small'
}

const base =
  'inline-flex cursor-pointer items-center justify-center gap-2 rounded-md border text-center transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60'

const looks = {
  primary: 'border-transparent font-semibold bg-glacier text-white hover:bg-glacier-deep active:bg-ink-raised',
  secondary: 'border-control bg-white font-quiet text-ink hover:border-line-strong hover:bg-snow active:bg-line',
  danger: 'border-error/50 bg-white font-quiet text-error hover:border-error hover:bg-error-pale active:bg-error-pale',
  'on-dark': 'border-ink-line bg-transparent font-semibold text-white hover:bg-ink-raised active:bg-ink-line',
}

const sizes = {
  regular: 'min-h-button px-button-x py-button-y text-button',
  small: 'min-h-button-small px-button-small-x py-button-small-y text-sm',
}

/** Button styles, also for links. */
export function buttonClass({ look = 'primary', size = 'regular' }: ButtonLook = {}) {
  return `${base} ${looks[look]} ${sizes[size]}`
}

/** `busy` disables the button with aria-disabled, so that it keeps focus while its action runs. */
export function Button({
  look = 'primary',
  size = 'regular',
  busy = false,
  className = '',
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & ButtonLook & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass({ look, size })} ${className}`}
    />
  )
}
