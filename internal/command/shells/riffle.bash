# riffle's completion for bash. In ~/.bashrc: source <(riffle completion bash)
_riffle() {
	local current=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]/#\~/$HOME} line ending
	[ "$current" = = ] && current=
	local IFS=$'\n'
	COMPREPLY=()
	for line in $("$program" complete "${COMP_WORDS[@]:1:COMP_CWORD-1}" ":$current" 2>/dev/null); do
		case $line in
		:folders)
			compopt -o filenames
			COMPREPLY+=($(compgen -d -- "$current"))
			;;
		:files)
			compopt -o filenames
			COMPREPLY+=($(compgen -f -- "$current"))
			;;
		:files\ *)
			compopt -o filenames
			COMPREPLY+=($(compgen -d -- "$current"))
			IFS=' '
			for ending in ${line#:files }; do
				IFS=$'\n'
				COMPREPLY+=($(compgen -f -X "!*.$ending" -- "$current"))
			done
			IFS=$'\n'
			;;
		*)
			COMPREPLY+=("${line%%$'\t'*}")
			;;
		esac
	done
}
complete -F _riffle riffle
