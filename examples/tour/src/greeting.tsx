interface Props {
  readonly name: string;
}

export function Greeting({ name }: Props) {
  return <p>Hello, {name}!</p>;
}
