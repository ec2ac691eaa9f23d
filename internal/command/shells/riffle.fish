# riffle's completion for fish. In config.fish: riffle completion fish | source
function __riffle_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete $words[2..-1] ":$current" 2>/dev/null)
        switch $line
            case ':folders'
                __fish_complete_directories "$current" ''
            case ':files'
                __fish_complete_path "$current"
            case ':files *'
                set -l endings (string replace ':files ' '' -- $line | string replace -a ' ' '|')
                __fish_complete_path "$current" | string match -r "^[^\t]*(?:/|\.(?:$endings))(?:\t.*)?\$"
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c riffle -f -a '(__riffle_complete)'
